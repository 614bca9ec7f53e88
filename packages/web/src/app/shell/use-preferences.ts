import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession, userQuery } from '#shared/api/session.ts';
import { languageStore } from '#shared/lib/language.ts';
import { soundVolumes } from '#shared/lib/sounds/sound.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { readTimesIn } from '#shared/lib/time-zone.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { updateUser, type CurrentUser } from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

type Preferences = Partial<Pick<CurrentUser, 'theme' | 'language'>>;

/** What has been chosen and is not kept yet: an answer that was under way before must not put it back. */
const chosen = createStore<Preferences>({});

function forget(patch: Preferences): void {
  const left = Object.entries(chosen.get()).filter(
    ([name, value]) => patch[name as keyof Preferences] !== value,
  );
  chosen.set(Object.fromEntries(left));
}

/** Theme and language as they are chosen, and their change: shown at once, taken back when the server refuses. */
export function usePreferences(): Required<Preferences> & { change: (patch: Preferences) => void } {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const { theme, language } = { ...user, ...useStore(chosen) };
  const save = useMutation({
    // One after the other: the last one that was chosen is the one that is kept.
    scope: { id: 'preferences' },
    mutationFn: (patch: Preferences) => call(updateUser, { body: patch }),
    onSuccess: (_answer, patch) => {
      queryClient.setQueryData(
        userQuery.queryKey,
        (known) => known && { ...known, data: { ...known.data, ...patch } },
      );
      // An answer that was asked for before, and comes only now, is not taken.
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      forget(patch);
    },
    onError: (_error, patch) => {
      forget(patch);
      toast(t('account.failed'), { kind: 'failed' });
    },
  });
  function change(patch: Preferences): void {
    chosen.set({ ...chosen.get(), ...patch });
    save.mutate(patch);
  }
  return { theme, language, change };
}

/** Has the screen follow what the user has chosen, and the zone in which the company reads times. */
export function useApplyPreferences(): void {
  const { user, config } = useSession();
  const { theme, language } = { ...user, ...useStore(chosen) };
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => readTimesIn(config.time_zone), [config.time_zone]);
  useEffect(() => languageStore.set(language), [language]);
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme]);
  useEffect(() => soundVolumes.set(user.sounds), [user.sounds]);
}
