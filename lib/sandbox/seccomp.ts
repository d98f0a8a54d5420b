// deno-lint-ignore-file camelcase -- names of the kernel
/**
 * A system call filter for Linux: kernel interfaces that no program under test
 * needs and that have been ways out of namespaces.
 *
 * @module
 */

/** Call numbers of x86-64 and of the generic table that arm64 uses. */
const CALLS: Readonly<Record<string, readonly [x86: number, arm: number]>> = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
};

/** Numbers of the calls that are looked into. */
const LOOKED_INTO = { clone: [56, 220], clone3: [435, 435], socket: [41, 198] } as const;

/** Namespaces that `clone` must not make; threads and plain children set none of them. */
const NEW_SPACES = 0x7e020000;

/** Families of sockets that a network namespace holds: unix, IPv4, IPv6, and asking the kernel about them. */
const FAMILIES: readonly number[] = [1, 2, 10, 16];

const ARCHES: Readonly<Record<string, { audit: number; column: 0 | 1 }>> = {
  x86_64: { audit: 0xc000003e, column: 0 },
  aarch64: { audit: 0xc00000b7, column: 1 },
};

/** Names of the calls that are refused, in order. */
export const REFUSED_CALLS: readonly string[] = Object.keys(CALLS);

/** Where the low half of a call's first argument stands; both processors are little-endian. */
const FIRST_ARGUMENT = 16;
const LOAD = 0x20; // A = word of the call's data at k
const EQUAL = 0x15; // A == k ?
const AT_LEAST = 0x35; // A >= k ?
const ANY_BIT = 0x45; // A & k ?
const RETURN = 0x06;
const KILL = 0x80000000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const EAFNOSUPPORT = 0x00050061;
const ALLOW = 0x7fff0000;

/**
 * The filter as a classic BPF program: another architecture is killed, the x32
 * table and the listed calls get EPERM, the rest runs. `clone` makes no namespace,
 * `clone3` (whose flags a filter cannot see) is unknown, so that libraries fall
 * back to `clone`. Sockets are of the internet and unix families: others, such
 * as the one to the hypervisor, are not held by a network namespace. Null for a
 * processor whose call numbers are not known here.
 *
 * @example Eight bytes an instruction
 * ```ts
 * import { seccompFilter } from "./seccomp.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((seccompFilter("x86_64")?.length ?? 1) % 8, 0);
 * assertEquals(seccompFilter("mips"), null);
 * ```
 */
export function seccompFilter(arch: string = Deno.build.arch): Uint8Array | null {
  const known = ARCHES[arch];
  if (known === undefined) return null;
  // code, jump if true, jump if false, operand
  const program: [number, number, number, number][] = [
    [LOAD, 0, 0, 4],
    [EQUAL, 1, 0, known.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, 0],
  ];
  if (arch === "x86_64") program.push([AT_LEAST, 0, 1, 0x40000000], [RETURN, 0, 0, EPERM]);
  for (const numbers of Object.values(CALLS)) {
    program.push([EQUAL, 0, 1, numbers[known.column]], [RETURN, 0, 0, EPERM]);
  }
  const { clone, clone3, socket } = LOOKED_INTO;
  program.push([EQUAL, 0, 1, clone3[known.column]], [RETURN, 0, 0, ENOSYS]);
  program.push([EQUAL, 0, 4, clone[known.column]], [LOAD, 0, 0, FIRST_ARGUMENT]);
  program.push([ANY_BIT, 0, 1, NEW_SPACES], [RETURN, 0, 0, EPERM], [RETURN, 0, 0, ALLOW]);
  program.push([EQUAL, 0, FAMILIES.length + 2, socket[known.column]], [LOAD, 0, 0, FIRST_ARGUMENT]);
  FAMILIES.forEach((family, at) => program.push([EQUAL, FAMILIES.length - at, 0, family]));
  program.push([RETURN, 0, 0, EAFNOSUPPORT], [RETURN, 0, 0, ALLOW]);
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  program.forEach(([code, yes, no, operand], index) => {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, yes);
    view.setUint8(index * 8 + 3, no);
    view.setUint32(index * 8 + 4, operand >>> 0, true);
  });
  return bytes;
}
