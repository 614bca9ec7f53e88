import type en from './texts.en.ts';

const texts: typeof en = {
  waiting_one: '{{formatted}} menunggu',
  waiting_other: '{{formatted}} menunggu',
  why: {
    none: 'Anda menangani {{load}} dari {{capacity}}',
    capacity: 'kapasitas Anda penuh ({{load}} dari {{capacity}})',
    offer: 'ada tawaran yang menunggu Anda ({{load}} dari {{capacity}})',
    break: 'Anda sedang istirahat',
    offline: 'Anda sedang offline',
    call: 'Anda sedang dalam panggilan',
    wrap_up: 'Anda dalam pascapanggilan',
  },
  channel: 'Saluran',
  waits: 'Menunggu',
  yours: 'Anda',
  load: 'Kapasitas: {{load}} dari {{capacity}}',
};

export default texts;
