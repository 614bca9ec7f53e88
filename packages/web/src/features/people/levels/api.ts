import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import {
  copyLevel,
  createLevel,
  listLevels,
  removeLevel,
  updateLevel,
  type BodyOf,
  type Level,
  type ResponseOf,
} from '@trunkline/contract';

const LEVELS = ['levels'] as const;

export type LevelsAnswer = ResponseOf<typeof listLevels>;

/** All roles and the permissions that the user may grant; fetched anew when somebody changes a role. */
export const useLevels = () =>
  useQuery({ queryKey: LEVELS, queryFn: ({ signal }) => call(listLevels, { signal }) });

export function showLevel(level: Level): void {
  queryClient.setQueryData<LevelsAnswer>(LEVELS, (known) => {
    if (!known) return known;
    const others = known.data.filter(({ id }) => id !== level.id);
    return { ...known, data: [...others, level].toSorted((a, b) => a.name.localeCompare(b.name)) };
  });
}

async function cacheLevel(answer: Promise<{ data: Level }>): Promise<Level> {
  const { data } = await answer;
  showLevel(data);
  return data;
}

export const changeLevel = (id: number, body: BodyOf<typeof updateLevel>): Promise<Level> =>
  cacheLevel(call(updateLevel, { params: { id }, body }));

/** Creates a role: empty, or with the permissions of another one. */
export const addLevel = (name: string, from: number | null): Promise<Level> =>
  cacheLevel(
    from === null
      ? call(createLevel, { body: { name, visibility: 'own', modules: [] } })
      : call(copyLevel, { params: { id: from }, body: { name } }),
  );

export async function deleteLevel(id: number): Promise<void> {
  await call(removeLevel, { params: { id } });
  queryClient.setQueryData<LevelsAnswer>(
    LEVELS,
    (known) => known && { ...known, data: known.data.filter((level) => level.id !== id) },
  );
}
