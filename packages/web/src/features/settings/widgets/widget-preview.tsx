import { useLanguage } from '#shared/lib/language.ts';
import type { WidgetSettings } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isHexColor } from './contrast.ts';
import { useFormDraft } from '#shared/forms/use-form-draft.ts';
import { settingsOf, widgetDraftKey, widgetFormOf, type Widget } from './widget-form.ts';
import classes from '../widgets.module.css';

/** The real chat in a frame, with the unsaved changes. This page answers its messages as the widget's loader would. */
export function WidgetPreview({ widget }: { widget: Widget }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const { value: form } = useFormDraft(widgetDraftKey(widget), widgetFormOf(widget));
  const { color } = form.settings;
  const settings = settingsOf(form);
  // An incomplete colour is not applied; the saved one stays.
  if (!isHexColor(color)) settings.color = widget.settings.color;

  const postToFrame = (message: { trunkline: string } & Record<string, unknown>) =>
    frame.current?.contentWindow?.postMessage(message, globalThis.location.origin);
  const showDraft = () => postToFrame({ trunkline: 'preview', settings: asVisitorsGetIt(settings) });
  const answer = useEffectEvent((said: unknown) => {
    // The frame has loaded the saved settings, so the unsaved ones are sent to it.
    if (said === 'look') showDraft();
    if (said !== 'ready') return;
    postToFrame({ trunkline: 'page', url: globalThis.location.origin, title: document.title });
    postToFrame({ trunkline: 'open', is_open: true, takes_focus: false });
  });
  useEffect(() => {
    function handleMessage(event: MessageEvent<{ trunkline?: unknown } | null>): void {
      const chat = frame.current?.contentWindow;
      if (chat && event.source === chat) answer(event.data?.trunkline);
    }
    globalThis.addEventListener('message', handleMessage);
    return () => globalThis.removeEventListener('message', handleMessage);
  }, []);
  const follow = useEffectEvent(showDraft);
  const seal = JSON.stringify(settings);
  useEffect(() => follow(), [seal]);

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and its storage
    <iframe
      ref={frame}
      key={language}
      src={`/widget/${widget.key}/frame?language=${language}`}
      title={t('chat.preview-label')}
      className={classes['frame']}
    />
  );
}

/** Returns the settings as during office hours, because the pre-chat form is shown only then. */
const asVisitorsGetIt = ({ allowed_sites: _sites, ...settings }: WidgetSettings) => ({
  ...settings,
  is_online: true,
});
