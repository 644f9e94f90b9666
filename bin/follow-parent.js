// Loaded into servers that `npm start` or a browser journey runs: the server stops cleanly when its parent process ends, even by kill -9.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
