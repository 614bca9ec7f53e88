import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { useLanguage } from '#shared/lib/language.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { BannerButtons } from '#shared/ui/states/banner-buttons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { IconPlugX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listLostAccounts, type LostAccount, type ResponseOf } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './lost-accounts.module.css';

const KEY = ['messaging-accounts', 'lost'];
/** With more accounts than this the banner leaves out whom to ask. */
const NAMES_AT_MOST = 3;

/** Lists channel accounts that their provider no longer lets us use, what that means for agents, and what to do. */
export function LostAccounts() {
  const { data: lost } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listLostAccounts, { signal }),
  });
  useFollowing(lost?.data);
  const [hidden, hide] = useStored('lost-accounts.hidden', String);
  if (!lost) return null;
  // Shown again once another account is lost, or one for another reason or anew.
  const state = lost.data.map(({ id, fault, since }) => `${id} ${fault} ${since}`).join();
  return hidden === state ? null : <Banner lost={lost} onHide={() => hide(state)} />;
}

type BannerProps = { lost: ResponseOf<typeof listLostAccounts>; onHide: () => void };

function Banner({ lost: { data: accounts, ask }, onHide }: BannerProps) {
  const { t } = useTranslation('shell');
  const { can } = useSession();
  const [isWhole, setWhole] = useState(false);
  const [only] = accounts;
  if (!only) return null;
  const setsUp = can('CONFIG_SOCIAL_MEDIA:EDIT');
  const isOne = accounts.length === 1;
  return (
    <div className={classes['banner']} data-whole={isWhole || undefined}>
      <IconPlugX size={18} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        <p>
          {isOne ? <Name account={only} /> : <strong>{t('lost.many', { count: accounts.length })}</strong>}{' '}
          {t(isOne ? 'lost.one-waits' : 'lost.many-wait')}{' '}
          {setsUp ? isOne && <MessagingFaultText fault={only.fault} said="" /> : <Whom names={ask} />}
        </p>
        {!isOne && (
          <ul>
            {accounts.map((account) => (
              <li key={account.id}>
                <Name account={account} />
                {setsUp && (
                  <>
                    {': '}
                    <MessagingFaultText fault={account.fault} said="" /> <Open account={account} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {setsUp && isOne && <Open account={only} />}
      <span className={classes['buttons']}>
        <BannerButtons onWhole={isWhole ? undefined : () => setWhole(true)} onHide={onHide} />
      </span>
    </div>
  );
}

function Name({ account: { name, media_id: media } }: { account: LostAccount }) {
  const { t } = useTranslation('shared');
  return (
    <strong>
      <bdi>{name}</bdi> ({t(`media.${media}`)})
    </strong>
  );
}

function Open({ account: { id, name } }: { account: LostAccount }) {
  const { t } = useTranslation('shell');
  return (
    <Link to="/configurasi/config_socmed" search={{ id }} aria-label={t('lost.open-named', { name })}>
      {t('lost.open')}
    </Link>
  );
}

function Whom({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  if (names.length === 0 || names.length > NAMES_AT_MOST) return t('lost.ask-anyone');
  return t('lost.ask', { who: new Intl.ListFormat(language, { type: 'disjunction' }).format(names) });
}

/** Fetches the list anew when an account's state changes, and shows a toast when one that was listed works again. */
function useFollowing(shown: readonly LostAccount[] | undefined): void {
  const { t } = useTranslation('shell');
  // Kept after an account has left the list: while its new password is tested it is not listed, and its result is still
  // announced.
  const waiting = useRef(new Map<number, string>());
  useEffect(() => {
    for (const { id, name } of shown ?? []) waiting.current.set(id, name);
  }, [shown]);
  const follow = useEffectEvent((id: number, state: string) => {
    const name = waiting.current.get(id);
    if (name === undefined) return;
    refresh();
    if (state === 'ok') toast(t('lost.back', { name }));
    if (state === 'ok' || state === 'off') waiting.current.delete(id);
  });
  useEffect(() => {
    const ends = [
      realtime.on('socmed-auth', refresh),
      realtime.on('messaging-health', ({ id, state }) => follow(id, state)),
      realtime.onReset(refresh),
    ];
    return () => ends.forEach((end) => end());
  }, []);
}

const refresh = (): void => void queryClient.invalidateQueries({ queryKey: KEY });
