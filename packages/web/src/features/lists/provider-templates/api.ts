import { call, upload } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  listMessageTemplates,
  refreshAccountTemplates,
  submitMessageTemplate,
  uploadTemplateFile,
  type NewTemplate,
} from '@trunkline/contract';

/** What the server tells of templates makes all of it stale. */
const KEY = ['message-templates'];
const again = () => queryClient.invalidateQueries({ queryKey: KEY });

/** The templates that providers look at, account by account. */
export const useTemplateAccounts = () =>
  useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: ({ signal }) => call(listMessageTemplates, { signal }).then(({ data }) => data),
  });

/** Fetches those of one account from its provider now. */
export const useRefresh = (id: number) =>
  useMutation({
    mutationFn: () => call(refreshAccountTemplates, { params: { id }, body: {} }).then(({ data }) => data),
    onSuccess: again,
  });

/** Stores the example of what stands above its words. */
export const useStoreExample = () =>
  useMutation({ mutationFn: (file: File) => upload(uploadTemplateFile, file).then(({ data }) => data) });

/** Has a new one looked at. */
export const useSubmit = () =>
  useMutation({
    mutationFn: (body: NewTemplate & { account_id: number }) =>
      call(submitMessageTemplate, { body }).then(({ data }) => data),
    onSuccess: again,
  });
