import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { upload } from '#shared/api/upload.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { useMutation } from '@tanstack/react-query';
import {
  applyCustomerImport,
  checkCustomerImport,
  getCustomerImport,
  stopCustomerImport,
  undoCustomerImport,
  uploadCustomerImport,
  type BodyOf,
  type CustomerImport,
} from '@trunkline/contract';

// Kept outside the component, because the import goes on while its dialog is closed.
const current = createStore<number | null>(null);
const keyOf = (id: number) => ['customers', 'import', id];

function begin(row: CustomerImport): void {
  queryClient.setQueryData(keyOf(row.id), row);
  current.set(row.id);
}

/** Fetched instead of taken from the answer, because an event may have brought a newer state before the answer came. */
const refresh = ({ id }: CustomerImport): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(id) });

/** The import that the dialog shows, live; undefined before a file was sent. */
export function useCustomerImport() {
  const id = useStore(current);
  const row = useLiveQuery<CustomerImport>({
    queryKey: keyOf(id ?? 0),
    queryFn: ({ signal }) =>
      call(getCustomerImport, { params: { id: id ?? 0 }, signal }).then((answer) => answer.data),
    apply: (known, event) =>
      event.name === 'customer-import-changed' && event.payload.id === known.id ? event.payload : known,
    enabled: id !== null,
  });
  const send = useMutation({
    mutationFn: (file: File) => upload(uploadCustomerImport, file).then((answer) => answer.data),
    onSuccess: begin,
  });
  const check = useMutation({
    mutationFn: (body: BodyOf<typeof checkCustomerImport>) =>
      call(checkCustomerImport, { params: { id: id ?? 0 }, body }).then((answer) => answer.data),
    onSuccess: refresh,
  });
  const apply = useMutation({
    mutationFn: () => call(applyCustomerImport, { params: { id: id ?? 0 } }).then((answer) => answer.data),
    onSuccess: refresh,
  });
  const stop = useMutation({
    mutationFn: () => call(stopCustomerImport, { params: { id: id ?? 0 } }).then((answer) => answer.data),
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: () => call(undoCustomerImport, { params: { id: id ?? 0 } }).then((answer) => answer.data),
    onSuccess: refresh,
  });
  return {
    row: id === null ? undefined : row.data,
    send,
    check,
    apply,
    stop,
    undo,
    /** Opens one of the last imports. */
    open: begin,
    error: send.error ?? check.error ?? apply.error ?? stop.error ?? undo.error,
    /** Starts over with another file. */
    forget: () => {
      for (const one of [send, check, apply, stop, undo]) one.reset();
      current.set(null);
    },
  };
}

const REFUSALS = ['too_large', 'invalid', 'offline'] as const;

/** Returns the text key of a refusal. */
export const importRefusal = (error: unknown) =>
  REFUSALS.find((code) => code === errorCode(error)) ?? 'failed';
