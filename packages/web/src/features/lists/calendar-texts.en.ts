const texts = {
  hours: {
    closed: 'Closed',
    same: 'Copy Monday to Tue–Fri',
    from: '{{day}}, period {{n}}, from',
    to: '{{day}}, period {{n}}, until',
    add: 'Add hours on {{day}}',
    remove: 'Remove period {{n}} on {{day}}',
  },
  calendar: {
    title: 'Import a calendar',
    hint: 'Import holidays from an iCalendar file (.ics). Full-day events only; repeating ones for five years.',
    drop: 'Drop an .ics file here',
    for: 'Office hours',
    all: 'All office hours',
    would_one: '{{count}} holiday will be added.',
    would_other: '{{count}} holidays will be added.',
    nothing: 'All of these already exist.',
    none: 'No holidays in this file.',
    known: 'already exists',
    apply: 'Import',
    done_one: '{{count}} holiday imported',
    done_other: '{{count}} holidays imported',
    left: 'Skipped events',
    unreadable: 'This calendar can’t be read.',
    problem: {
      not_a_calendar: 'Not a calendar file.',
      too_many: 'The file has too many events.',
      unreadable: 'Can’t be read.',
      no_name: 'No name.',
      no_date: 'No date.',
      part_of_a_day: 'Not a full day.',
      changes_another: 'Changes several days of another event.',
      too_long: 'Longer than a month.',
      recurs_oddly: 'This repeat pattern isn’t supported.',
    },
    'too-long': 'The file is too large.',
    failed: 'The import failed. Try again in a moment.',
  },
  problem: {
    office_hours: {
      invalid: 'Open at least one day. Each period must end after it starts, and periods can’t overlap.',
    },
    holidays: {
      invalid: 'Each period must end after it starts, and periods can’t overlap.',
      taken: 'There is already a holiday on this date.',
    },
  },
  list: {
    office_hours: {
      title: 'Office hours',
      new: 'New office hours',
      hint: 'When your departments work. SLA targets count only these hours.',
    },
    holidays: {
      title: 'Holidays',
      new: 'New holiday',
      hint: 'Dates with different hours: closed, or open at other times.',
    },
  },
  hint: {
    office_hours: {
      hours: 'Local time. Split hours that cross midnight.',
      is_default: 'For departments without their own office hours.',
    },
    holidays: {
      hours: 'Opening hours on this date, if any.',
      office_hours_id: 'If empty, applies to all office hours.',
    },
  },
};

export default texts;
