import type en from './sort.en.ts';

export default {
  label: 'Urutkan menurut',
  newest: 'Pesan terbaru dulu',
  oldest: 'Pesan terlama dulu',
  created: 'Tiket terbaru dulu',
  waiting: 'Paling lama menunggu dulu',
  due: 'Target SLA terdekat dulu',
  priority_high: 'Paling mendesak dulu',
  priority_low: 'Paling tidak mendesak dulu',
  number_high: 'Nomor terbesar dulu',
  number_low: 'Nomor terkecil dulu',
  subject_az: 'Subjek, A sampai Z',
  subject_za: 'Subjek, Z sampai A',
} satisfies Record<keyof typeof en, string>;
