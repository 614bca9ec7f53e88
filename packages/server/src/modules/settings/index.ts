export { createCalendar, type Calendar } from './calendar/calendar.ts';
export { addWorkingTime, workingTimeBetween } from './calendar/working-time.ts';
export { changedAnswers, demandAnswers } from './custom-fields.ts';
export { guard, unguard } from './lists/csv-cells.ts';
export { csvLines, Unreadable, type Line as CsvLine } from './lists/csv-file.ts';
export { conditionNow, conditionOn, rowsWith } from './field-condition.ts';
export { readHours, type Moved } from './office-hours-service.ts';
export { settingsRoutes } from './routes.ts';
export { createSettings, type Settings } from './service.ts';
