export default function AddProductRoute() {
  return <h1 className="text-4xl">Add A Product</h1>
}
