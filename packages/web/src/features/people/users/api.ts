import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import {
  getOpenWork,
  listPeople,
  listUserSessions,
  updatePerson,
  type BodyOf,
  type Person,
} from '@trunkline/contract';

const PEOPLE = ['people'] as const;

export type PersonChange = BodyOf<typeof updatePerson>;

/** All users; fetched anew when somebody changes one. */
export const usePeople = () =>
  useQuery({
    queryKey: PEOPLE,
    queryFn: ({ signal }) => call(listPeople, { signal }).then((answer) => answer.data),
  });

export const userSessionsQuery = (id: number) => ({
  queryKey: ['people-sessions', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listUserSessions, { params: { id }, signal }).then((answer) => answer.data),
});

/** The open work of a user; fetched anew each time, because a decision is based on it. */
export const useOpenWork = (id: number) =>
  useQuery({
    queryKey: ['people-leaving', id],
    queryFn: ({ signal }) => call(getOpenWork, { params: { id }, signal }).then((answer) => answer.data),
    staleTime: 0,
    gcTime: 0,
  });

/** Updates a user and replaces the cached one by the answer. */
export async function changePerson(id: number, body: PersonChange): Promise<Person> {
  const { data } = await call(updatePerson, { params: { id }, body });
  showPerson(data);
  return data;
}

/** Adds or replaces a user in the cached list. */
export function showPerson(person: Person): void {
  queryClient.setQueryData<Person[]>(PEOPLE, (known) =>
    known?.some((each) => each.id === person.id)
      ? known.map((each) => (each.id === person.id ? person : each))
      : known && [...known, person],
  );
}
