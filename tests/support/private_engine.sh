#!/bin/bash
# A private docker engine from Debian's packages, for the opt-in tests of the
# containers. Needs root, dpkg and debootstrap; touches nothing outside FOLDER.
#   private_engine.sh FOLDER COMMAND ARGS...   runs COMMAND with DOCKER_HOST set
set -eu
folder=$(realpath -m "$1"); shift
start=$PWD
mkdir -p "$folder/packages" "$folder/root" "$folder/data" "$folder/exec"
cd "$folder/packages"
if [ ! -x "$folder/root/usr/sbin/dockerd" ]; then
  apt-get download docker.io containerd runc tini >/dev/null
  for package in ./*.deb; do dpkg -x "$package" "$folder/root"; done
fi
export PATH="$folder/root/usr/sbin:$folder/root/usr/bin:$PATH"
export DOCKER_HOST="unix://$folder/docker.sock"
# The init that docker looks for has another name in Debian's package.
[ -e "$folder/root/usr/bin/docker-init" ] || ln -s tini-static "$folder/root/usr/bin/docker-init"
dockerd -H "$DOCKER_HOST" --data-root "$folder/data" --exec-root "$folder/exec" -p "$folder/docker.pid" \
  --iptables=false --ip6tables=false --bridge=none >"$folder/dockerd.log" 2>&1 &
engine=$!
trap 'kill "$engine" 2>/dev/null; wait "$engine" 2>/dev/null || true' EXIT
for _ in $(seq 100); do docker version >/dev/null 2>&1 && break; sleep 0.3; done
docker version --format 'engine {{.Server.Version}}'
if ! docker image inspect benchbook-test >/dev/null 2>&1; then
  [ -d "$folder/base" ] || debootstrap --variant=minbase --include=python3-minimal bookworm "$folder/base" >/dev/null
  tar -C "$folder/base" -c . | docker import - benchbook-test >/dev/null
fi
cd "$start"
"$@"
