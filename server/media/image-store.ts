/** Stores images and documents: in the data folder, in S3-compatible storage, or images at ImgBB. */
export interface ImageStore {
  /** Keeps the files of one picture under its id; they are durable when this answers. Answers the picture's address. */
  save(id: string, files: ReadonlyMap<string, Buffer>): Promise<string>
  /** Deletes the files of one picture, if they are there; absent where that is not possible. */
  remove?: (id: string) => Promise<void>
  /** Keeps a PDF file under its id; it is durable when this answers. */
  saveDocument(id: string, bytes: Buffer): Promise<void>
  /** The folder of the files, if they are on this machine. */
  directory?: string
  /** The origin that pages load them from, if not ours. */
  origin?: string
  /** Reads one file back; undefined when there is none. */
  read?: (id: string, file: string) => Promise<ReadableStream | undefined>
}
