import { REPORTS, type ModuleCode, type ReportCode } from '@trunkline/contract';

/** What an entry is about, where its subject is made of a code. */
export type CodedSubject =
  | { page: ModuleCode }
  /** From which day it holds, as `2026-11-27`. */
  | { from: string };

const isReport = (code: string): code is ReportCode => Object.hasOwn(REPORTS, code);

/** Parses a subject such as `report calls`, which is called like its page; undefined for others. Pure. */
export function codedSubject(subject: string): CodedSubject | undefined {
  const [, report = ''] = /^report (\w+)$/.exec(subject) ?? [];
  if (isReport(report)) return { page: REPORTS[report].module };
  const [, from] = /^(?:service level|adherence) from (\d{4}-\d{2}-\d{2})$/.exec(subject) ?? [];
  return from === undefined ? undefined : { from };
}
