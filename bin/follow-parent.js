// Loaded before a server that `npm start` or a browser journey runs: when the starter is gone, killed or not, the server stops
// as cleanly as by hand.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
