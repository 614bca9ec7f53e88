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

// It goes on while the dialog is closed.
const current = createStore<number | null>(null);
const keyOf = (id: number) => ['customers', 'import', id];

function begin(row: CustomerImport): void {
  queryClient.setQueryData(keyOf(row.id), row);
  current.set(row.id);
}

/** Asked for, not taken from the answer: an event may have told more before the answer came. */
const refresh = ({ id }: CustomerImport): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(id) });

/** The import of this screen, live; undefined before a file was sent. */
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
    /** One of the last imports. */
    open: begin,
    error: send.error ?? check.error ?? apply.error ?? stop.error ?? undo.error,
    /** Begins with another file. */
    forget: () => {
      for (const one of [send, check, apply, stop, undo]) one.reset();
      current.set(null);
    },
  };
}

const REFUSALS = ['too_large', 'invalid', 'offline'] as const;

/** What a refusal means, as the texts name it. */
export const importRefusal = (error: unknown) =>
  REFUSALS.find((code) => code === errorCode(error)) ?? 'failed';
