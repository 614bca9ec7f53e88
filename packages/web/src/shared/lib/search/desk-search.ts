/** Parameters of the address of /tickets. All are text but the id of the open ticket. */
export type DeskSearch = {
  view?: string;
  status?: string;
  department?: string;
  assignee?: string;
  media?: string;
  priority?: string;
  customer?: string;
  tag?: string;
  follower?: 'me';
  where?: string;
  sort?: string;
  q?: string;
  id?: number;
};

const TEXTS = [
  'view',
  'status',
  'department',
  'assignee',
  'media',
  'priority',
  'customer',
  'tag',
  'where',
  'sort',
  'q',
] as const;

/** Reads the address of /tickets; values that are not valid are left out. */
export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const read: DeskSearch = {};
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  if (search['follower'] === 'me') read.follower = 'me';
  const id = readId(search);
  if (id !== undefined) read.id = id;
  return read;
}

/** Returns the positive whole number under `id`, if the address has one. */
export function readId(search: Record<string, unknown>): number | undefined {
  const id = Number(search['id']);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
