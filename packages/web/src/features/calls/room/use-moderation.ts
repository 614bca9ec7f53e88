import { useMutation } from '@tanstack/react-query';
import type { Person } from '@trunkline/call-client';
import { moderateRoom, type BodyOf, type JoinCredentials } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { meetings } from '../meeting.ts';

type Action = BodyOf<typeof moderateRoom>['action'];
type Moderation = { person: Pick<Person, 'identity' | 'name'>; action: Action };

/** How long somebody who was removed can be admitted again by Undo. */
const UNDO_MS = 20_000;

/** Mutes and removes participants; the server decides whether the user may. */
export function useModeration(credentials: Pick<JoinCredentials, 'room_name' | 'token' | 'platform'>) {
  const { t } = useTranslation('calls');
  const act = useMutation({
    mutationFn: ({ person, action }: Moderation) =>
      call(moderateRoom, {
        params: { name: credentials.room_name, identity: person.identity },
        body: { token: credentials.token, action },
      }),
    onSuccess: (_done, { person, action }) => showUndo(person, action),
    onError: (_error, { person: { name } }) => toast(t('people.failed', { name }), { kind: 'failed' }),
  });

  function showUndo(person: Moderation['person'], action: Action): void {
    const { name } = person;
    if (action === 'restore') toast(t('people.restored', { name }));
    if (action !== 'eject') return;
    const run = () => act.mutate({ person, action: 'restore' });
    toast(t('people.removed', { name }), { action: { label: t('people.undo'), run }, durationMs: UNDO_MS });
  }

  const isHosted = credentials.platform === 'daily';
  return {
    isBusy: act.isPending,
    mute: (person: Person) =>
      isHosted ? meetings.silence(person.id) : act.mutate({ person, action: 'mute-audio' }),
    /** Our server does not know guests of hosted rooms, so those are removed in the room itself; they would have to knock again. */
    remove: (person: Person) =>
      isHosted && person.role === 'guest'
        ? meetings.putOut(person.id)
        : act.mutate({ person, action: 'eject' }),
  };
}
