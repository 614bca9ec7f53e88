import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession, userQuery } from '#shared/api/session.ts';
import { languageStore } from '#shared/lib/language.ts';
import { soundVolumes } from '#shared/lib/sounds/sound.ts';
import { readTimesIn } from '#shared/lib/time-zone.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { updateUser, type CurrentUser } from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

type Preferences = Partial<Pick<CurrentUser, 'theme' | 'language'>>;

/** Changes theme and language: shown at once, taken back when the server refuses. */
export function usePreferences(): { change: (patch: Preferences) => void } {
  const { t } = useTranslation('shell');
  const save = useMutation({
    mutationFn: (patch: Preferences) => call(updateUser, { body: patch }),
    onMutate: (patch) => {
      const before = queryClient.getQueryData(userQuery.queryKey);
      queryClient.setQueryData(
        userQuery.queryKey,
        (known) => known && { ...known, data: { ...known.data, ...patch } },
      );
      return before;
    },
    onError: (_error, _patch, before) => {
      queryClient.setQueryData(userQuery.queryKey, before);
      toast(t('account.failed'), { kind: 'failed' });
    },
  });
  return { change: (patch) => save.mutate(patch) };
}

/** Has the screen follow what the user has chosen, and the zone in which the company reads times. */
export function useApplyPreferences(): void {
  const { user, config } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => readTimesIn(config.time_zone), [config.time_zone]);
  useEffect(() => languageStore.set(user.language), [user.language]);
  useEffect(
    () => setColorScheme(user.theme === 'system' ? 'auto' : user.theme),
    [user.theme, setColorScheme],
  );
  useEffect(() => soundVolumes.set(user.sounds), [user.sounds]);
}
