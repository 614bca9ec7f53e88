/**
 * Which of so many media servers has a room, from 0: the same for everybody who asks, and after every restart. Rooms are
 * dealt out evenly by their names.
 */
export function workerOf(room: string, count: number): number {
  // FNV-1a: short, and spreads names that differ in little.
  let hash = 0x811c9dc5;
  for (let at = 0; at < room.length; at += 1) hash = Math.imul(hash ^ room.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % count;
}
