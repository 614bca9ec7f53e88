import { useReference } from '#shared/api/session.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { number } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Menu } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MediaId, NotificationCounters } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { countedChannels, sumOf, totalOf } from './counters.ts';
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
        {channels.map((media) => (
          <Counter key={media} media={media} total={counters ? totalOf(counters, media) : 0} />
        ))}
      </nav>
      <span className={classes['line']} aria-hidden />
    </>
  );
}

function Counter({ media, total }: { media: MediaId; total: number }) {
  const says = useCounterText()(media, total);
  return (
    <Link
      to="/tickets"
      search={searchFor(media)}
      className={classes['counter']}
      data-some={total > 0 || undefined}
      aria-label={says}
      title={says}
    >
      <MediaGlyph media={media} size={18} label={false} />
      {total > 0 && <span className={classes['count']}>{short(total)}</span>}
    </Link>
  );
}

type CountersMenuProps = { counters: NotificationCounters | undefined; channels: readonly MediaId[] };

function CountersMenu({ counters, channels }: CountersMenuProps) {
  const { t } = useTranslation('shell');
  const { t: shared } = useTranslation('shared');
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
        {channels.map((media) => {
          const total = counters ? totalOf(counters, media) : 0;
          return (
            <Menu.Item
              key={media}
              renderRoot={(props) => <Link to="/tickets" search={searchFor(media)} {...props} />}
              leftSection={<MediaGlyph media={media} size={18} label={false} />}
              rightSection={<span className="tnum">{number(total)}</span>}
            >
              {shared(`media.${media}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function useCounterText(): (media: MediaId, total: number) => string {
  const { t } = useTranslation('shell');
  const { t: shared } = useTranslation('shared');
  return (media, total) => {
    const name = shared(`media.${media}`);
    return total > 0
      ? t('counters.some', { channel: name, count: total })
      : t('counters.none', { channel: name });
  };
}

function searchFor(media: MediaId) {
  return { assignee: 'me', media: String(media) };
}

function short(total: number): string {
  return total > LARGEST ? `${LARGEST}+` : String(total);
}
