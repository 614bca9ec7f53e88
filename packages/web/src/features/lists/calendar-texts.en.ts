const texts = {
  hours: {
    closed: 'Closed',
    same: 'Tuesday to Friday as on Monday',
    from: '{{day}}, period {{n}}, from',
    to: '{{day}}, period {{n}}, until',
    add: 'Add a period {{day}}',
    remove: 'Remove period {{n}} {{day}}',
  },
  calendar: {
    title: 'Import a calendar',
    hint: 'Holidays out of an iCalendar file (.ics), as authorities and calendars on the web offer them: whole days, recurring ones for five years.',
    drop: 'Drop an .ics file here',
    for: 'For which office hours',
    all: 'All office hours',
    would_one: '{{count}} holiday would be added.',
    would_other: '{{count}} holidays would be added.',
    nothing: 'All of these are here already.',
    none: 'There is no holiday in this file.',
    known: 'is here already',
    apply: 'Import',
    done_one: '{{count}} holiday imported',
    done_other: '{{count}} holidays imported',
    left: 'What could not be taken',
    unreadable: 'This is no calendar that can be read.',
    problem: {
      not_a_calendar: 'This is no calendar file.',
      too_many: 'There are too many events in it.',
      unreadable: 'It can’t be read.',
      no_name: 'An event without a name.',
      no_date: 'It has no date.',
      part_of_a_day: 'It is not for a whole day.',
      changes_another: 'It changes several days of another event.',
      too_long: 'It is longer than a month.',
      recurs_oddly: 'It recurs in a way that holidays do not.',
    },
    'too-long': 'The file is too big.',
    failed: 'The calendar could not be taken. Try again in a moment.',
  },
  problem: {
    office_hours: {
      invalid: 'Open on one day at least; each period ends after it begins, and none overlap.',
    },
    holidays: {
      invalid: 'Each period ends after it begins, and none overlap.',
      taken: 'There is a holiday on that day already.',
    },
  },
  list: {
    office_hours: {
      title: 'Office hours',
      new: 'New office hours',
      hint: 'When departments work. Deadlines of tickets count in these hours only.',
    },
    holidays: {
      title: 'Holidays',
      new: 'New holiday',
      hint: 'Days that are not as their weekday says: closed, or open at other times.',
    },
  },
  hint: {
    office_hours: {
      hours: 'By the clock on the wall there. A period over midnight is two.',
      is_default: 'For departments that have none of their own.',
    },
    holidays: {
      hours: 'When it is open on that day all the same.',
      office_hours_id: 'Empty: a holiday for all.',
    },
  },
};

export default texts;
