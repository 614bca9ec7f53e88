/**
 * The index of the media server that has a room, out of `count`: always the same for the same name. Rooms are distributed
 * evenly by their names.
 */
export function mediaWorkerIndex(room: string, count: number): number {
  // FNV-1a: short, and distributes similar names well.
  let hash = 0x811c9dc5;
  for (let at = 0; at < room.length; at += 1) hash = Math.imul(hash ^ room.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % count;
}
