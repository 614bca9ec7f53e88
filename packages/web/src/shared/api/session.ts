import {
  getWorkspaceSettings,
  getReference,
  getUser,
  getUserLevel,
  listAgents,
  type Agent,
  type WorkspaceSettings,
  type CurrentUser,
  type Reference,
  type UserLevel,
} from '@trunkline/contract';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { applyToAgents } from './feed/apply-to-agents.ts';
import { call } from './call.ts';
import { queryClient } from './query-client.ts';
import { useLiveQuery } from './live-query.ts';
import { permissionsOf, type PermissionCode } from './permissions.ts';
import { useTopic } from './use-topic.ts';

export type Session = {
  user: CurrentUser;
  level: UserLevel;
  config: WorkspaceSettings;
  /** Empty for people without a telephone. */
  extension: string;
  can(permission: PermissionCode): boolean;
};

/** The signed-in user and their extension; refused with `not_signed_in` when there is none. */
export const userQuery = queryOptions({
  queryKey: ['session', 'user'],
  queryFn: ({ signal }) => call(getUser, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
});

export const levelQuery = (id: number) =>
  queryOptions({
    queryKey: ['session', 'level', id],
    queryFn: ({ signal }) => call(getUserLevel, { query: { id }, signal }).then((answer) => answer.data),
    staleTime: Infinity,
    gcTime: Infinity,
  });

export const configQuery = queryOptions({
  queryKey: ['session', 'config'],
  queryFn: ({ signal }) => call(getWorkspaceSettings, { signal }).then((answer) => answer.data),
  staleTime: Infinity,
  gcTime: Infinity,
});

export const referenceQuery = queryOptions({
  queryKey: ['reference'],
  queryFn: ({ signal }) => call(getReference, { signal }).then((answer) => answer.data),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The signed-in user and what they may do. Only for components inside the shell, whose route has loaded it. */
export function useSession(): Session {
  const { data: answer } = useQuery(userQuery);
  const { data: level } = useQuery({
    ...levelQuery(answer?.data.user_level_id ?? 0),
    enabled: Boolean(answer),
  });
  const { data: config } = useQuery(configQuery);
  if (!answer || !level || !config) throw new Error('useSession stands outside the shell');
  return useMemo(() => {
    const permissions = permissionsOf(level);
    return {
      user: answer.data,
      extension: answer.extension,
      level,
      config,
      can: (code) => permissions.has(code),
    };
  }, [answer, level, config]);
}

/** Lists that give names to ids: departments, categories, priorities and others. Fetched anew when one changes. */
export function useReference(): UseQueryResult<Reference, Error> {
  return useQuery(referenceQuery);
}

/** All agents to whom a ticket can be assigned, with their activity; live. */
export function useAgents(): UseQueryResult<Agent[], Error> {
  useTopic('agents');
  return useLiveQuery({ queryKey: ['agents'], queryFn: fetchAgents, apply: applyToAgents });
}

async function fetchAgents({ signal }: { signal: AbortSignal }): Promise<Agent[]> {
  return (await call(listAgents, { signal })).data;
}

/** Returns an agent's name, waiting for the list of agents if need be; empty if that fails. */
export async function nameOfAgent(id: number): Promise<string> {
  const query = { queryKey: ['agents'], queryFn: fetchAgents, staleTime: Infinity };
  const agents = await queryClient.fetchQuery(query).catch(() => []);
  return agents.find((agent) => agent.id === id)?.fullname ?? '';
}
