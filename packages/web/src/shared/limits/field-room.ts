export type FieldRoom = {
  max: number;
  length: number;
  /** By how many characters the text to be inserted exceeds the limit. */ excess: number;
};

type Inserting = { max: number; length: number; selected: number; inserted: number };

/** Returns whether a text fits into a field; the browser itself would insert its beginning and lose the rest. */
export function fieldRoomFor({ max, length, selected, inserted }: Inserting): FieldRoom {
  const after = length - selected + inserted;
  return { max, length, excess: Math.max(0, after - max) };
}

/** From this share of its limit on, a field shows how much is left. */
const NEAR = 0.9;
/** Fields up to this length show nothing, because their end is in sight anyway. */
const SHORT = 40;

export const isFieldNearlyFull = ({ max, length }: Pick<FieldRoom, 'max' | 'length'>): boolean =>
  max > SHORT && length >= max * NEAR;
