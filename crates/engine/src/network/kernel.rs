//! The inner loops, compiled for several instruction sets. All of them compute the
//! same: additions and multiplications wrap, so their order does not matter.

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, __m512i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setr_epi16,
    _mm256_setzero_si256, _mm512_add_epi32, _mm512_castsi256_si512, _mm512_dpwssd_epi32,
    _mm512_inserti64x4, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16,
    _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
};

use super::network_weights::ONE;

/// The instruction set to compute with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InstructionSet {
    /// What the program was compiled for.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with dot products of 16-bit numbers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// Returns the instruction sets that this processor has, the best one last.
    pub(super) fn available() -> Vec<InstructionSet> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "only one"))]
        let mut sets = vec![InstructionSet::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx2")
                && std::is_x86_feature_detected!("bmi1")
                && std::is_x86_feature_detected!("popcnt")
            {
                sets.push(InstructionSet::Avx2);
                if std::is_x86_feature_detected!("avx512f")
                    && std::is_x86_feature_detected!("avx512bw")
                    && std::is_x86_feature_detected!("avx512vnni")
                {
                    sets.push(InstructionSet::Avx512);
                }
            }
        }
        sets
    }
}

/// Computes the sum of the squares of the clipped hidden values, times the weights.
#[inline(always)]
pub(super) fn sum_portable(hidden: &[i16], weights: &[i16]) -> i32 {
    let terms = hidden.iter().zip(weights).map(|(&value, &weight)| {
        let value = value.clamp(0, ONE);
        i32::from(value) * i32::from(value.wrapping_mul(weight))
    });
    terms.fold(0, i32::wrapping_add)
}

/// Does the same with AVX2.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_avx2(hidden: &[i16], weights: &[i16]) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    let mut sums = [zero; 2];
    let (hidden, weights) = (hidden.as_chunks::<32>().0, weights.as_chunks::<32>().0);
    for (values, weights) in hidden.iter().zip(weights) {
        let (values, weights) = (values.as_chunks::<16>().0, weights.as_chunks::<16>().0);
        for ((sum, values), weights) in sums.iter_mut().zip(values).zip(weights) {
            let value = _mm256_min_epi16(_mm256_max_epi16(load_256(values), zero), one);
            let product = _mm256_mullo_epi16(value, load_256(weights));
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(value, product));
        }
    }
    let eight = _mm256_add_epi32(sums[0], sums[1]);
    let four = _mm_add_epi32(
        _mm256_castsi256_si128(eight),
        _mm256_extracti128_si256::<1>(eight),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two)))
}

/// Does the same with AVX-512.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn sum_avx512(hidden: &[i16], weights: &[i16]) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ONE));
    let mut sums = [zero; 2];
    let (hidden, weights) = (hidden.as_chunks::<32>().0, weights.as_chunks::<32>().0);
    let add = |sum: &mut __m512i, values, weights| {
        let value = _mm512_min_epi16(_mm512_max_epi16(load_512(values), zero), one);
        let product = _mm512_mullo_epi16(value, load_512(weights));
        *sum = _mm512_dpwssd_epi32(*sum, value, product);
    };
    let (pairs, last) = hidden.as_chunks::<2>();
    let (weight_pairs, last_weights) = weights.as_chunks::<2>();
    for (values, weights) in pairs.iter().zip(weight_pairs) {
        for ((sum, values), weights) in sums.iter_mut().zip(values).zip(weights) {
            add(sum, values, weights);
        }
    }
    for (values, weights) in last.iter().zip(last_weights) {
        add(&mut sums[0], values, weights);
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}

/// Loads a vector. The compiler turns this into one instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn load_256(values: &[i16; 16]) -> __m256i {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *values;
    _mm256_setr_epi16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
}

/// Loads a vector of twice the length.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_512(values: &[i16; 32]) -> __m512i {
    let ([low, high], _) = values.as_chunks::<16>() else {
        return _mm512_setzero_si512();
    };
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(load_256(low)), load_256(high))
}
