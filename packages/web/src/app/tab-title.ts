import { pageTitle, waitingCount } from '#shared/lib/page-title.ts';

/** Keeps the tab's title up to date: "(3) Tickets · Trunkline". */
export function followTabTitle(): void {
  const show = () => {
    document.title = tabTitle(pageTitle.get(), waitingCount.get());
  };
  pageTitle.subscribe(show);
  waitingCount.subscribe(show);
  show();
}

export function tabTitle(page: string, waiting: number): string {
  const name = page ? `${page} · Trunkline` : 'Trunkline';
  return waiting > 0 ? `(${waiting}) ${name}` : name;
}
