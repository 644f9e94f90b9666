export default function AddReviewRoute() {
  return <h1 className="text-4xl">Add A Review</h1>
}
