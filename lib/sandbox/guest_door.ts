/**
 * The inside of the one way out of a box: a forwarder in front of the program.
 *
 * @module
 */
import forwarder from "./python/guest_proxy.py" with { type: "text" };
import type { Room } from "./room.ts";

/** Port of the forwarder; every box has its own loopback, so all use the same. */
const PORT = 3128;

/** Makes the folder on the host that holds the proxy's socket; gives its path. */
export async function makeDoor(room: Room): Promise<string> {
  const door = `${room.home}/door`;
  await Deno.mkdir(door, { mode: 0o711 });
  return door;
}

/** What comes before the program, and the variables that lead it to the proxy. */
export function guestDoor(): {
  readonly before: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const url = `http://127.0.0.1:${PORT}`;
  const env: Record<string, string> = { NO_PROXY: "", ["no_proxy"]: "" };
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) env[name] = env[name.toLowerCase()] = url;
  return { before: ["python3", "-I", "-S", "-c", forwarder, "/run/benchbook/proxy", String(PORT)], env };
}
