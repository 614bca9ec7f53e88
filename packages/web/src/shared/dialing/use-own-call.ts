import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { useLiveQuery, type ApplyEvent } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';
import {
  readOwnPhoneCall,
  startPhoneCall,
  type BodyOf,
  type PhoneDial,
  type ResponseOf,
} from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type OwnPhoneCall = ResponseOf<typeof readOwnPhoneCall>['data'];
type DialRequest = Omit<BodyOf<typeof startPhoneCall>, 'client_key'>;

/** Begins with 'phone-gateways' so that it is fetched anew when gateways change. */
const KEY = ['phone-gateways', 'own-call'];
const KNOWN = ['in_a_call', 'no_gateway', 'no_telephone', 'offline', 'not_found'] as const;

const apply: ApplyEvent<OwnPhoneCall> = (own, { name, payload }) => {
  if (name !== 'phone-dial-changed') return own;
  // An event about an earlier call than the known one is ignored.
  return own.call && own.call.call_id > payload.call_id ? own : { ...own, call: payload };
};

/** Whether the user may call out, the last call that they started, and the function that starts another. */
export function useOwnCall() {
  const { t } = useTranslation('shared/dialing');
  const { data } = useLiveQuery<OwnPhoneCall>({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(readOwnPhoneCall, { signal })).data,
    apply,
  });
  const [isAsking, setIsAsking] = useState(false);
  /** The request's key is kept until an answer comes, so that a retry after a lost answer does not start a second call. */
  const key = useRef<string>(undefined);

  async function dial(asked: DialRequest): Promise<PhoneDial | undefined> {
    key.current ??= crypto.randomUUID();
    setIsAsking(true);
    try {
      const { data: made } = await call(startPhoneCall, { body: { ...asked, client_key: key.current } });
      key.current = undefined;
      queryClient.setQueryData<OwnPhoneCall>(KEY, (own) => own && { ...own, call: newest(own.call, made) });
      return made;
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'offline') key.current = undefined;
      toast(t(`error.${KNOWN.find((known) => known === code) ?? 'other'}`), { kind: 'failed' });
      return undefined;
    } finally {
      setIsAsking(false);
    }
  }

  return { canCall: data?.can_call ?? false, call: data?.call ?? null, dial, isAsking };
}

/** An event about the call may have come before the answer of the request that started it. */
const newest = (known: PhoneDial | null, made: PhoneDial): PhoneDial =>
  known && known.call_id >= made.call_id ? known : made;
