export type Room = {
  max: number;
  length: number;
  /** Too many by so many, where what was to be inserted does not fit. */ excess: number;
};

type Inserting = { max: number; length: number; selected: number; inserted: number };

/** Whether a text fits into a field, whose own way would be to take its beginning and lose the rest. Pure. */
export function roomFor({ max, length, selected, inserted }: Inserting): Room {
  const after = length - selected + inserted;
  return { max, length, excess: Math.max(0, after - max) };
}

/** From so much of its limit on a field says how much is left. */
const NEAR = 0.9;
/** In a short field that is seen anyway. */
const SHORT = 40;

export const isNear = ({ max, length }: Pick<Room, 'max' | 'length'>): boolean =>
  max > SHORT && length >= max * NEAR;
