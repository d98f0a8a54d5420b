"""Inside a box without network: 127.0.0.1:PORT leads to the proxy's socket.

guest_proxy.py SOCKET PORT COMMAND ARGS...  Becomes COMMAND once it listens.
"""
import os, socket, sys, threading

path, port, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind(("127.0.0.1", port))
server.listen(64)


def pump(source, target):
    try:
        while chunk := source.recv(65536):
            target.sendall(chunk)
    except OSError:
        pass
    try:
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(client):
    try:
        upstream = socket.socket(socket.AF_UNIX)
        upstream.connect(path)
    except OSError:
        client.close()
        return
    back = threading.Thread(target=pump, args=(upstream, client), daemon=True)
    back.start()
    pump(client, upstream)
    back.join()
    client.close()
    upstream.close()


# The command keeps this process's place (its exit code is the result); the
# forwarder goes on as a child and ends with the namespace.
if os.fork() == 0:
    null = os.open("/dev/null", os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    while True:
        client, _ = server.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()
server.close()
try:
    os.execvp(command[0], command)
except OSError:
    print(f"prlimit: failed to execute {command[0]}", file=sys.stderr)
    sys.exit(127)
