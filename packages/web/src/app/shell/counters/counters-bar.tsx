import { useReference } from '#shared/api/session.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { number } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Menu } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { NotificationCounters } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { CHANNEL_MEDIA, countedChannels, sumOf, totalOf, type Channel } from './counters.ts';
import classes from './counters-bar.module.css';
import { useCounters } from './use-counters.ts';

const LARGEST = 99;

/** Numbers of conversations with unread messages per channel in use, each a link to their list; on phones all behind one button. */
export function CountersBar() {
  const { t } = useTranslation('shell');
  const counters = useCounters();
  const { data: reference } = useReference();
  const narrow = useNarrow();
  const channels = countedChannels(counters, reference?.channel_accounts ?? []);
  if (channels.length === 0) return null;
  if (narrow) return <CountersMenu counters={counters} channels={channels} />;
  return (
    <>
      <nav className={classes['bar']} aria-label={t('counters.label')}>
        {channels.map((channel) => (
          <Counter key={channel} channel={channel} total={counters ? totalOf(counters, channel) : 0} />
        ))}
      </nav>
      <span className={classes['line']} aria-hidden />
    </>
  );
}

function Counter({ channel, total }: { channel: Channel; total: number }) {
  const says = useCounterText()(channel, total);
  return (
    <Link
      to="/tickets"
      search={searchFor(channel)}
      className={classes['counter']}
      data-some={total > 0 || undefined}
      aria-label={says}
      title={says}
    >
      <MediaGlyph media={CHANNEL_MEDIA[channel]} size={18} label={false} />
      {total > 0 && <span className={classes['count']}>{short(total)}</span>}
    </Link>
  );
}

type CountersMenuProps = { counters: NotificationCounters | undefined; channels: readonly Channel[] };

function CountersMenu({ counters, channels }: CountersMenuProps) {
  const { t } = useTranslation('shell');
  const sum = counters ? sumOf(counters) : 0;
  return (
    <Menu width={240}>
      <Menu.Target>
        <button
          type="button"
          className={classes['counter']}
          data-some={sum > 0 || undefined}
          aria-label={`${t('counters.label')}: ${number(sum)}`}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
          {sum > 0 && <span className={classes['count']}>{short(sum)}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('counters.label')}</Menu.Label>
        {channels.map((channel) => {
          const total = counters ? totalOf(counters, channel) : 0;
          return (
            <Menu.Item
              key={channel}
              renderRoot={(props) => <Link to="/tickets" search={searchFor(channel)} {...props} />}
              leftSection={<MediaGlyph media={CHANNEL_MEDIA[channel]} size={18} label={false} />}
              rightSection={<span className="tnum">{number(total)}</span>}
            >
              {t(`counters.${channel}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function useCounterText(): (channel: Channel, total: number) => string {
  const { t } = useTranslation('shell');
  return (channel, total) => {
    const name = t(`counters.${channel}`);
    return total > 0
      ? t('counters.some', { channel: name, count: total })
      : t('counters.none', { channel: name });
  };
}

function searchFor(channel: Channel) {
  return { assignee: 'me', media: String(CHANNEL_MEDIA[channel]) };
}

function short(total: number): string {
  return total > LARGEST ? `${LARGEST}+` : String(total);
}
