import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  listApiKeys,
  listWebhookDeliveries,
  listWebhooks,
  type BodyOf,
  type createWebhook,
  type WebhookDelivery,
} from '@trunkline/contract';

const KEYS = ['api-keys'] as const;
const WEBHOOKS = ['webhooks'] as const;
const LOG_PAGE = 20;
const LOOK_EVERY_MS = 5000;

export type WebhookForm = BodyOf<typeof createWebhook>;

export const useKeys = () =>
  useQuery({ queryKey: KEYS, queryFn: ({ signal }) => call(listApiKeys, { signal }) });

export const keysChanged = () => queryClient.invalidateQueries({ queryKey: KEYS });

export const useWebhooks = () =>
  useQuery({
    queryKey: WEBHOOKS,
    queryFn: ({ signal }) => call(listWebhooks, { signal }).then((answer) => answer.data),
  });

/** Fetches the webhooks and their delivery logs anew. */
export const webhooksChanged = () => queryClient.invalidateQueries({ queryKey: WEBHOOKS });

/** The deliveries of a webhook, latest first; polled while the log is open. */
export const useDeliveries = (id: number, state: WebhookDelivery['state'] | undefined) =>
  useInfiniteQuery({
    queryKey: [...WEBHOOKS, id, 'deliveries', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookDeliveries, {
        params: { id },
        query: { limit: LOG_PAGE, state, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, has_more: hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: LOOK_EVERY_MS,
  });
