import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import { listPeople, updatePerson, type BodyOf, type Person } from '@trunkline/contract';

const PEOPLE = ['people'] as const;

export type PersonChange = BodyOf<typeof updatePerson>;

/** Everybody with an account; fetched anew when somebody changes one of them. */
export const usePeople = () =>
  useQuery({
    queryKey: PEOPLE,
    queryFn: ({ signal }) => call(listPeople, { signal }).then((answer) => answer.data),
  });

/** Changes somebody, and shows them as they are then. */
export async function changePerson(id: number, body: PersonChange): Promise<Person> {
  const { data } = await call(updatePerson, { params: { id }, body });
  showPerson(data);
  return data;
}

export function showPerson(person: Person): void {
  queryClient.setQueryData<Person[]>(PEOPLE, (known) =>
    known?.map((each) => (each.id === person.id ? person : each)),
  );
}
