import { call } from '#shared/api/call.ts';
import { useQuery } from '@tanstack/react-query';
import { getAuditEntry, getAuditState } from '@trunkline/contract';

const AUDIT_STATE = ['audit-state'] as const;

/** The subjects that occur in the audit log, and how long its entries are kept. */
export const useAuditState = () =>
  useQuery({
    queryKey: AUDIT_STATE,
    queryFn: ({ signal }) => call(getAuditState, { signal }).then((answer) => answer.data),
  });

export const useAuditEntry = (id: number) =>
  useQuery({
    queryKey: ['audit-entry', id],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { id }, signal }).then((answer) => answer.data),
  });
