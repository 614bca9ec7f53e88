import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  getBackups,
  getStorage,
  type BackupRun,
  type BackupState,
  type ResponseOf,
} from '@trunkline/contract';

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

type Storage = ResponseOf<typeof getStorage>['data'];

/** Measured anew once a backup has ended; meanwhile the figures from before are shown. */
export const useStorage = (lastRun: BackupRun | undefined) =>
  useQuery<Storage>({
    queryKey: ['storage', lastRun?.id, lastRun?.state],
    queryFn: ({ signal }) => call(getStorage, { signal }).then((answer) => answer.data),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
