//! A permutation of at most 64 holes, applied to a word eight holes at a time.

/// A permutation of holes, one table a byte.
#[derive(Clone, Debug)]
pub struct Permutation(Vec<[u64; 256]>);

impl Permutation {
    /// The permutation that moves hole `h` to `image[h]`.
    pub fn new(image: &[usize]) -> Self {
        let byte = |first: usize| {
            let mut table = [0; 256];
            for (value, entry) in table.iter_mut().enumerate() {
                let set = (0..8).filter(|bit| value >> bit & 1 == 1);
                *entry = set
                    .filter_map(|bit| image.get(first + bit))
                    .fold(0, |mask, &hole| mask | 1 << hole);
            }
            table
        };
        Self((0..image.len()).step_by(8).map(byte).collect())
    }

    /// Image of the pegs of a position.
    pub fn apply(&self, position: u64) -> u64 {
        let bytes = position.to_le_bytes();
        self.0
            .iter()
            .zip(bytes)
            .fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::Permutation;

    #[test]
    fn every_hole_goes_to_its_image() {
        let image: Vec<usize> = (0..37).map(|hole| (hole * 5 + 3) % 37).collect();
        let permutation = Permutation::new(&image);
        for (hole, &to) in image.iter().enumerate() {
            assert_eq!(permutation.apply(1 << hole), 1 << to);
        }
        assert_eq!(permutation.apply((1 << 37) - 1), (1 << 37) - 1);
        assert_eq!(permutation.apply(0b11), 1 << 3 | 1 << 8);
    }
}
