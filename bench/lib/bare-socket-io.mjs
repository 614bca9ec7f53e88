// Socket.IO alone with the same rooms and payloads, to compare our fan-out with.
import http from 'node:http';
import { Server } from 'socket.io';

const server = http.createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { emits, times = 1 } = JSON.parse(text);
    for (let n = 0; n < times; n += 1)
      for (const { name, payload, rooms } of emits) io.to(rooms).emit(name, payload, { seq: n });
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  });
});
const io = new Server(server, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) =>
  socket.on('join', (rooms, done) => {
    void socket.join(rooms);
    done({ ok: true });
  }),
);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
