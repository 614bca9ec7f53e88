import { Button, TextInput } from '@mantine/core';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconUserPlus,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Meeting, Person } from '@trunkline/call-client';
import { linkCallGuest, type JoinCredentials } from '@trunkline/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { copyText } from '#shared/copy/copy.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { ParticipantAvatar } from '../picture/participant-avatar.tsx';
import { PhoneActs } from '../phone/phone-acts.tsx';
import { SidePanel } from '../window/side-panel.tsx';
import classes from '../window/side-panel.module.css';
import { SignalSign } from '../picture/signal-sign.tsx';
import { useModeration } from './use-moderation.ts';
import { WaitingGuests } from './waiting-guests.tsx';

type Props = { now: Meeting; onClose: () => void; credentials?: JoinCredentials | undefined };

/** The participants with their mute and connection state. Agents, who have `credentials`, may mute and remove them. */
export function PeoplePanel({ now, onClose, credentials }: Props) {
  const { t } = useTranslation('calls');
  const own = now.people.find(({ isLocal }) => isLocal);
  return (
    <SidePanel title={t('people.title')} onClose={onClose}>
      <div className={classes['body']}>
        {/* Above the list, whose changes would otherwise move it away from under the pointer. */}
        {credentials && <GuestLink callId={credentials.call_id} />}
        {credentials && <WaitingGuests waiting={now.waiting} />}
        <ul className={classes['people']}>
          {now.people.map((person) => (
            <Row
              key={person.id}
              person={person}
              credentials={credentials}
              isOwnPhone={isPhoneOf(own, person)}
            />
          ))}
        </ul>
      </div>
    </SidePanel>
  );
}

const isPhoneOf = (own: Person | undefined, { role, identity }: Person): boolean =>
  role === 'phone' && identity === own?.identity;

/** Telephones have buttons of their own, and nobody acts on supervisors. */
const isModerated = ({ isLocal, role }: Person): boolean =>
  !isLocal && role !== 'phone' && role !== 'supervisor';

const roleText = (t: TFunction<'calls'>, { role, isWhispering }: Person): string =>
  isWhispering ? t('people.whispers') : t(`people.role.${role}`);

type RowProps = { person: Person; credentials: JoinCredentials | undefined; isOwnPhone: boolean };

function Row({ person, credentials, isOwnPhone }: RowProps) {
  const { t } = useTranslation('calls');
  const { name, isLocal, role, isMuted, hasCamera, signal } = person;
  return (
    <li className={classes['person']}>
      <ParticipantAvatar person={person} size={32} />
      <span className={classes['who']}>
        <b dir="auto">{name}</b>
        <small>{isLocal ? t('room.you') : roleText(t, person)}</small>
      </span>
      {role !== 'phone' && (
        <span className={classes['signs']}>
          <Sign
            icon={isMuted ? IconMicrophoneOff : IconMicrophone}
            label={t(isMuted ? 'people.muted' : 'people.heard')}
          />
          <Sign
            icon={hasCamera ? IconVideo : IconVideoOff}
            label={t(hasCamera ? 'people.seen' : 'people.unseen')}
          />
          <SignalSign signal={signal} />
        </span>
      )}
      {isOwnPhone && <PhoneActs name={name} />}
      {credentials && isModerated(person) && <Acts person={person} credentials={credentials} />}
    </li>
  );
}

function Sign({ icon: Icon, label }: { icon: typeof IconVideo; label: string }) {
  return (
    <span className={classes['sign']} role="img" aria-label={label} title={label}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}

/** Buttons for a participant. There is none to remove the customer, because hanging up ends the call for both. */
function Acts({ person, credentials }: { person: Person; credentials: JoinCredentials }) {
  const { t } = useTranslation('calls');
  const { mute, remove, isBusy } = useModeration(credentials);
  const { name, role, isMuted } = person;
  return (
    <span className={classes['acts']}>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isMuted || isBusy}
        aria-label={t('people.muteName', { name })}
        onClick={() => mute(person)}
      >
        {t('mute')}
      </Button>
      {role !== 'customer' && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          aria-label={t('people.removeName', { name })}
          onClick={() => remove(person)}
        >
          {t('people.remove')}
        </Button>
      )}
    </span>
  );
}

/** A link for one guest. Shown as well as copied, because not every browser lets a page copy. */
function GuestLink({ callId }: { callId: number }) {
  const { t } = useTranslation('calls');
  const get = useMutation({
    mutationFn: () => call(linkCallGuest, { params: { id: callId }, body: {} }),
    onSuccess: async ({ link }) => {
      if (await copyText(link)) toast(t('people.copied'));
    },
    onError: () => toast(t('people.linkFailed'), { kind: 'failed' }),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
        loading={get.isPending}
        onClick={() => get.mutate()}
      >
        {t('people.link')}
      </Button>
      {get.data && (
        <TextInput
          size="xs"
          readOnly
          label={t('people.linkLabel')}
          description={t('people.linkText')}
          value={get.data.link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}
