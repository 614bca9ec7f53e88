import { useMemo, useState } from 'preact/hooks';
import type { ChatField } from '../chat/form.ts';
import { useChat } from '../ui/context.ts';
import { VisitorForm } from '../ui/visitor-form.tsx';
import { BackButton } from './back-button.tsx';
import type { PartProps } from './part-props.ts';
import { daysFrom, timesOf } from '../talk/slots.ts';
import { useKnownValues } from './use-known-values.ts';

const FIELDS: readonly ChatField[] = [
  { field: 'name', required: true },
  { field: 'phone', required: false },
  { field: 'email', required: false },
];

/** Asks when to call the visitor back, in their own time zone. */
export function CallBackForm({ control, view, texts }: PartProps) {
  const known = useKnownValues(view);
  /** Milliseconds since the epoch as text; empty for as soon as possible. */
  const [at, setAt] = useState('');
  return (
    <div class="call-form">
      <p class="intro">{texts.callBack.intro}</p>
      <VisitorForm
        fields={FIELDS}
        known={known}
        questionLabel=""
        submit={texts.callBack.send}
        submitting={texts.callBack.sending}
        onSubmit={(values, clientKey) =>
          control.askCallBack(values, clientKey, at === '' ? null : new Date(Number(at)).toISOString())
        }
      >
        <TimeFields texts={texts} at={at} onChange={setAt} />
      </VisitorForm>
      <BackButton control={control} view={view} texts={texts} />
    </div>
  );
}

type TimeProps = Pick<PartProps, 'texts'> & { at: string; onChange: (at: string) => void };

function TimeFields({ texts: { callBack: texts }, at, onChange }: TimeProps) {
  const { language } = useChat();
  const now = useMemo(() => new Date(), []);
  const days = useMemo(() => daysFrom(now), [now]);
  const chosen = at === '' ? undefined : new Date(Number(at));
  const day = days.find((each) => each.toDateString() === chosen?.toDateString());
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);
  const ofDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const ofTime = format({ hour: '2-digit', minute: '2-digit' });
  const handleDay = (value: string) => {
    const first = value === '' ? undefined : timesOf(new Date(Number(value)), now)[0];
    onChange(first ? String(first.getTime()) : '');
  };
  return (
    <>
      <div class="field">
        <label for="call-back-day">{texts.day}</label>
        <select
          id="call-back-day"
          value={day ? String(day.getTime()) : ''}
          onChange={(event) => handleDay(event.currentTarget.value)}
        >
          <option value="">{texts.soon}</option>
          {days.map((each) => (
            <option key={each.getTime()} value={String(each.getTime())}>
              {ofDay.format(each)}
            </option>
          ))}
        </select>
      </div>
      {day && (
        <div class="field">
          <label for="call-back-time">{texts.time}</label>
          <select
            id="call-back-time"
            value={at}
            aria-describedby="call-back-zone"
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {timesOf(day, now).map((time) => (
              <option key={time.getTime()} value={String(time.getTime())}>
                {ofTime.format(time)}
              </option>
            ))}
          </select>
          <p id="call-back-zone" class="call-zone">
            {texts.zone(ofDay.resolvedOptions().timeZone)}
          </p>
        </div>
      )}
    </>
  );
}
