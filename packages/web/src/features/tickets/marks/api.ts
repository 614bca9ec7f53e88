import { listDraftTickets } from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { applyToDrafts } from './realtime.ts';

const KEY = ['tickets', 'drafts'];
const fetchDrafts = async ({ signal }: { signal: AbortSignal }) =>
  (await call(listDraftTickets, { signal })).data;

/** The tickets on which the user has a draft; live. */
export const useDraftTickets = () =>
  useLiveQuery<number[]>({ queryKey: KEY, queryFn: fetchDrafts, apply: applyToDrafts });

/** Whether the user has a draft on this ticket, while `useDraftTickets` is mounted somewhere. */
export const useHasDraft = (id: number): boolean =>
  useQuery({ queryKey: KEY, queryFn: fetchDrafts, enabled: false, select: (ids) => ids.includes(id) }).data ??
  false;
