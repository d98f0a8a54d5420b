/**
 * Opt-in: the contract on a real engine. `BENCHBOOK_DOCKER_IMAGE` names an image
 * with Python and coreutils; tests/support/private_engine.sh gives both.
 */
import { assert, assertEquals } from "@std/assert";
import { openContainer } from "../../lib/sandbox/container.ts";
import { holdOwnerLock } from "../../lib/sandbox/owner_lock.ts";
import { pythonPrograms, sandboxContract } from "../contract/sandbox_contract.ts";

const image = Deno.env.get("BENCHBOOK_DOCKER_IMAGE");

if (image !== undefined) {
  await holdOwnerLock();
  sandboxContract("docker", pythonPrograms, (limits) => openContainer("docker", { image, limits }), {
    parts: ["docker"],
  });

  Deno.test("docker: processes and memory are bounded, the root is read-only", async () => {
    await using box = await openContainer("docker", {
      image,
      limits: { processes: 20, memoryMb: 64, wallMs: 20_000 },
    });
    const fork =
      "import os\nn = 0\ntry:\n  while True:\n    if os.fork() == 0:\n      import time; time.sleep(30)\n" +
      "    n += 1\nexcept OSError: print(n)";
    const count = Number((await box.exec(["python3", "-c", fork])).stdout);
    assert(count > 5 && count <= 22, String(count));
    assertEquals((await box.exec(["python3", "-c", "x = bytearray(10**9)"])).reason, "memory");
    assertEquals((await box.exec(["sh", "-c", "touch /x 2>/dev/null || echo refused"])).stdout, "refused\n");
    assertEquals((await box.exec(["no-such-program"])).reason, "refused");
  });
}
