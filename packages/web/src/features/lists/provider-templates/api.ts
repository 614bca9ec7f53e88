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

/** Matches the name in CHANGED_PARTS, so that an event about templates makes all of it stale. */
const KEY = ['message-templates'];
const refetch = () => queryClient.invalidateQueries({ queryKey: KEY });

/** The templates that providers approve, by account. */
export const useTemplateAccounts = () =>
  useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: ({ signal }) => call(listMessageTemplates, { signal }).then(({ data }) => data),
  });

/** Fetches the templates of one account from its provider now. */
export const useRefreshTemplates = (id: number) =>
  useMutation({
    mutationFn: () => call(refreshAccountTemplates, { params: { id }, body: {} }).then(({ data }) => data),
    onSuccess: refetch,
  });

/** Uploads the example file for a template's header. */
export const useUploadExample = () =>
  useMutation({ mutationFn: (file: File) => upload(uploadTemplateFile, file).then(({ data }) => data) });

/** Submits a new template for approval. */
export const useSubmit = () =>
  useMutation({
    mutationFn: (body: NewTemplate & { account_id: number }) =>
      call(submitMessageTemplate, { body }).then(({ data }) => data),
    onSuccess: refetch,
  });
