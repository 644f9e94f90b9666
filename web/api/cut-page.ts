/** Cuts a page that was asked for with `size + 1` rows: the last one only tells that there are more, after the cursor `next`. */
export function cutPage<Row extends { _id: string }>(rows: readonly Row[], size: number) {
  return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]?._id : undefined }
}
