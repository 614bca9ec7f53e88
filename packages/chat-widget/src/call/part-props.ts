import type { CallControl } from './call.ts';
import type { WidgetCallView } from './follow-call.ts';
import type { CallTexts } from './texts.ts';

/** The properties of every part of the call's panel. */
export type PartProps = { control: CallControl; view: WidgetCallView; texts: CallTexts };
