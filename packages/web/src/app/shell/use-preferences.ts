import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession, userQuery } from '#shared/api/session.ts';
import { languageStore, takeChosenLanguage } from '#shared/lib/language.ts';
import { soundVolumes } from '#shared/lib/sounds/sound.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { setScreenTimeZone } from '#shared/lib/time-zone.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { updateUser, type CurrentUser } from '@trunkline/contract';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

type Preferences = Partial<Pick<CurrentUser, 'theme' | 'language'>>;

/** Choices that the server has not confirmed yet; kept apart so that an older answer cannot undo them on the screen. */
const chosen = createStore<Preferences>({});

function forget(patch: Preferences): void {
  const left = Object.entries(chosen.get()).filter(
    ([name, value]) => patch[name as keyof Preferences] !== value,
  );
  chosen.set(Object.fromEntries(left));
}

/** Returns theme and language and the function that changes them: shown at once, undone when the server refuses. */
export function usePreferences(): Required<Preferences> & { change: (patch: Preferences) => void } {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const { theme, language } = { ...user, ...useStore(chosen) };
  const save = useMutation({
    // Saved one after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    mutationFn: (patch: Preferences) => call(updateUser, { body: patch }),
    onSuccess: (_answer, patch) => {
      queryClient.setQueryData(
        userQuery.queryKey,
        (known) => known && { ...known, data: { ...known.data, ...patch } },
      );
      // Cancels a request that began before the change, whose answer would be outdated.
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

/** Applies theme, language, time zone and volumes of the signed-in user to the screen. */
export function useApplyPreferences(): void {
  const { user, config } = useSession();
  const { theme, language, change } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  // Whoever chose a language to sign in by wants to read on in it, here and where they sign in next.
  const takeAlong = useEffectEvent(() => {
    const before = takeChosenLanguage();
    if (before !== null && before !== user.language) change({ language: before });
  });
  useEffect(() => takeAlong(), []);
  useEffect(() => setScreenTimeZone(config.time_zone), [config.time_zone]);
  useEffect(() => languageStore.set(language), [language]);
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme]);
  useEffect(() => soundVolumes.set(user.sounds), [user.sounds]);
}
