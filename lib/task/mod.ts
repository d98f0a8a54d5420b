/**
 * Tasks: definition, shots, requests, the catalog.
 *
 * @module
 */
export * from "./task.ts";
export * from "./request.ts";
