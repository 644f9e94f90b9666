import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import pretty from 'pino-pretty'

/** Creates the log: one JSON line per event, readable lines in a terminal. */
export function createLog(level: string): Logger {
  const stream: DestinationStream = process.stdout.isTTY
    ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true, sync: true })
    : process.stdout
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      base: { pid: process.pid },
      redact: {
        paths: ['req.headers', 'headers', '*.password', '*.token', '*.idToken', '*.refreshToken', '*.clientSecret'],
        remove: true,
      },
    },
    stream,
  )
}
