import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import { getBackups, getStorage, type BackupState } from '@trunkline/contract';

const BACKUPS = ['backups'];
const LOOK_EVERY_MS = 2000;

/** Fetched anew after events, and by polling while a backup runs, to show its progress. */
export const useBackups = () =>
  useQuery({
    queryKey: BACKUPS,
    queryFn: ({ signal }) => call(getBackups, { signal }).then((answer) => answer.data),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.state === 'running' ? LOOK_EVERY_MS : false),
  });

export const showBackups = (state: BackupState): void => void queryClient.setQueryData(BACKUPS, state);

export const useStorage = () =>
  useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => call(getStorage, { signal }).then((answer) => answer.data),
    staleTime: 60_000,
  });
