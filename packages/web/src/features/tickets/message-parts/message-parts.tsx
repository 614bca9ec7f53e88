import { readMessagingFailure, type MessageExtra } from '@trunkline/contract';
import { IconCornerUpLeft, IconFile, IconLink, IconMapPin, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { TemplateHead } from '#shared/messaging/template-parts.tsx';
import { Voicemail } from './voicemail.tsx';
import classes from './message-parts.module.css';

/** Above the text of a message: the quoted message, its source, its kind. */
export default function MessageParts({ extra }: { extra: MessageExtra }) {
  return (
    <>
      <Referral extra={extra} />
      <Answers extra={extra} />
      {extra.shared && <Shared shared={extra.shared} />}
      {extra.template && <TemplateHead header={extra.template.header} />}
      <Content extra={extra} />
    </>
  );
}

function Referral({ extra: { referral, is_forwarded: isForwarded } }: { extra: MessageExtra }) {
  const { t } = useTranslation('tickets/message-parts');
  return (
    <>
      {isForwarded && <span className={classes['dim']}>{t('forwarded')}</span>}
      {referral && (
        <span className={classes['card']} dir="auto">
          <span className={classes['dim']}>{t('referral')}</span>
          <strong>{referral.headline || referral.url}</strong>
          {referral.body && <span>{referral.body}</span>}
        </span>
      )}
    </>
  );
}

function Answers({ extra: { reply_to: answered } }: { extra: MessageExtra }) {
  const { t } = useTranslation('tickets/message-parts');
  if (!answered) return null;
  return (
    <span className={classes['answered']} dir="auto">
      <IconCornerUpLeft size={14} stroke={1.75} aria-hidden />
      {answered.message_id === null ? t('answersUnknown') : `${t('answers')}: ${answered.preview}`}
    </span>
  );
}

/** Shared content, or the story that the customer replies to. */
function Shared({ shared: { what, title, url } }: { shared: NonNullable<MessageExtra['shared']> }) {
  const { t } = useTranslation('tickets/message-parts');
  const name = title || t('open');
  return (
    <Card sign={<IconLink size={18} stroke={1.75} aria-hidden />}>
      <span className={classes['dim']}>{t(`shared.${what}`)}</span>
      {/^https?:\/\//i.test(url) ? (
        <a href={url} target="_blank" rel="noreferrer" dir="auto">
          {name}
        </a>
      ) : (
        title && <strong dir="auto">{title}</strong>
      )}
    </Card>
  );
}

function Content({ extra }: { extra: MessageExtra }) {
  const { t } = useTranslation('tickets/message-parts');
  const { kind, media, location, contacts } = extra;
  if (media)
    return (
      <Card sign={<IconFile size={18} stroke={1.75} aria-hidden />} isBusy={media.state === 'coming'}>
        <strong>{media.name || t(`kind.${kind}`, { named: '' })}</strong>
        <span className={classes['dim']}>
          {t(media.state)} {media.state === 'failed' && <MessagingFaultText fault={faultOf(media)} said="" />}
        </span>
      </Card>
    );
  if (extra.voicemail) return <Voicemail voicemail={extra.voicemail} />;
  if (location) return <Place location={location} />;
  if (contacts) return contacts.map((contact, at) => <Person key={at} contact={contact} />);
  if (kind === 'unknown' || kind === 'system' || kind === 'order')
    return <span className={classes['dim']}>{t(`kind.${kind}`, { named: extra.named ?? '' })}</span>;
  return kind === 'choice' ? <span className={classes['dim']}>{t('chosen')}</span> : null;
}

const faultOf = ({ reason }: NonNullable<MessageExtra['media']>) => readMessagingFailure(reason).code;

function Card({ sign, isBusy, children }: { sign: ReactNode; isBusy?: boolean; children: ReactNode }) {
  return (
    <span className={classes['card']} data-signed role={isBusy ? 'status' : undefined}>
      {sign}
      <span className={classes['lines']}>{children}</span>
    </span>
  );
}

function Place({ location }: { location: NonNullable<MessageExtra['location']> }) {
  const { t } = useTranslation('tickets/message-parts');
  const { latitude, longitude, name, address } = location;
  const at = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  return (
    <Card sign={<IconMapPin size={18} stroke={1.75} aria-hidden />}>
      <strong dir="auto">{name || address || at}</strong>
      {name && address && <span dir="auto">{address}</span>}
      <a
        href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('map')}
      </a>
    </Card>
  );
}

function Person({ contact }: { contact: NonNullable<MessageExtra['contacts']>[number] }) {
  return (
    <Card sign={<IconUser size={18} stroke={1.75} aria-hidden />}>
      <strong dir="auto">{contact.name}</strong>
      {[...contact.phones, ...contact.emails].map((one) => (
        <bdi key={one}>{one}</bdi>
      ))}
    </Card>
  );
}
