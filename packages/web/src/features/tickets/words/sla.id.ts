import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './sla.en.ts';

const sla: TextsLike<typeof en> = {
  title: 'Tenggat',
  first_response: 'Jawaban pertama',
  next_response: 'Jawaban berikutnya',
  resolution: 'Penyelesaian',
  due: 'jatuh tempo dalam {{time}}',
  left: 'sisa {{time}}',
  overdue: 'terlambat {{time}}',
  paused: 'dijeda, sisa {{time}}',
  late: 'terlambat {{time}}',
  met: 'dijawab setelah {{time}}',
  solvedIn: 'selesai setelah {{time}}',
  none: 'Prioritas ini tanpa tenggat.',
  waiting: 'Pelanggan menunggu',
  waitingFor: 'selama {{time}}',
  why: 'Mengapa?',
  whyLabel: 'Mengapa tenggatnya demikian',
  story: {
    opened: 'Dimulai: tiket dibuka',
    customer_wrote: 'Dimulai: {{by}} menulis',
    answered: 'Dijawab oleh {{by}}',
    solved: 'Diselesaikan oleh {{by}}',
    time: 'Waktunya habis',
    priority: 'Dimulai: prioritasnya kini {{priority}}',
    department: 'Dimulai: departemennya kini lain',
    settings: 'Dimulai: kini ada target',
    paused_status: 'Dijeda: {{by}} mengubah status tiket menjadi {{status}}',
    resumed_status: 'Dilanjutkan: {{by}} mengubah status tiket menjadi {{status}}',
    changed_priority: 'Dihitung ulang: {{by}} mengubah prioritas menjadi {{priority}}',
    changed_department: 'Dihitung ulang: {{by}} memindahkan tiket; jam kerjanya kini “{{hours}}”',
    changed_settings: 'Dihitung ulang: target, jam kerja, atau hari libur diubah',
    due: 'Jatuh tempo {{time}}: {{target}} untuk “{{priority}}” dalam jam kerja “{{hours}}”',
    target: '{{target}} untuk “{{priority}}” dalam jam kerja “{{hours}}”',
    left: 'Sisa {{time}} dari {{target}}',
    late: '{{time}} lewat dari target {{target}}',
    never: 'tidak pernah',
  },
};

export default sla;
