"""Stands in for docker: records what it is asked and behaves as far as the tests look.

FOLDER/calls.jsonl gets one list of arguments a line; FOLDER/boxes has one file
a container. A program runs on the host in the mounted workspace; it goes on
when the client is killed, as with a real engine.
"""
import json, os, signal, subprocess, sys, time, datetime

FOLDER = os.path.dirname(os.path.abspath(sys.argv[0]))
BOXES = os.path.join(FOLDER, "boxes")
os.makedirs(BOXES, exist_ok=True)
args = sys.argv[1:]
with open(os.path.join(FOLDER, "calls.jsonl"), "a") as log:
    log.write(json.dumps(args) + "\n")


def stamp(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat().replace("+00:00", "Z")


def load(name):
    with open(os.path.join(BOXES, name)) as file:
        return json.load(file)


def save(box):
    path = os.path.join(BOXES, box["name"])
    with open(path + "~", "w") as file:
        json.dump(box, file)
    os.rename(path + "~", path)


def run(rest):
    box = {"labels": {}, "oom": False}
    flags = {"--init", "--read-only", "-i"}
    workspace = env_file = None
    cwd = "/"
    while rest[0].startswith("-"):
        flag = rest.pop(0)
        if flag in flags:
            continue
        value = rest.pop(0)
        if flag == "--name":
            box["name"] = value
        elif flag == "--label":
            key, _, text = value.partition("=")
            box["labels"][key] = text
        elif flag == "-v" and value.endswith(":/work"):
            workspace = value[: -len(":/work")]
        elif flag == "-w":
            cwd = value
        elif flag == "--env-file":
            env_file = value
    image = rest.pop(0)
    if image == "no-such-image":
        print("docker: Error response from daemon: No such image: no-such-image", file=sys.stderr)
        sys.exit(125)
    box["env"] = open(env_file).read()
    env = dict(line.split("=", 1) for line in box["env"].splitlines())
    box["started"] = time.time()
    child = subprocess.Popen(rest, cwd=workspace + cwd[len("/work"):], env=env, start_new_session=True)
    box["pid"] = child.pid
    save(box)
    code = child.wait()
    box["finished"] = time.time()
    save(box)
    sys.exit(128 - code if code < 0 else code)


command = args[0]
if command == "info":
    if os.path.exists(os.path.join(FOLDER, "down")):
        print("Cannot connect to the Docker daemon", file=sys.stderr)
        sys.exit(1)
    print("{}")
elif command == "version":
    print("1.2.3")
elif command == "run":
    run(args[1:])
elif command == "inspect":
    box = load(args[-1])
    print(str(box["oom"]).lower(), stamp(box["started"]), stamp(box.get("finished", 0)))
elif command == "ps":
    key, _, value = args[args.index("--filter") + 1][len("label="):].partition("=")
    for name in sorted(os.listdir(BOXES)):
        box = load(name)
        if box["labels"].get(key) == value:
            print(name, box["labels"].get("benchbook.owner", ""), box["labels"].get("benchbook.run", ""), sep="\t")
elif command == "rm":
    box = load(args[-1])
    try:
        os.killpg(box["pid"], signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.unlink(os.path.join(BOXES, args[-1]))
else:
    sys.exit(1)
